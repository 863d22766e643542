/** The sentences of the page by language; English is always there, the others are fetched when they are wanted. */
import { en, type Key, type Sentence } from "../words/en.ts";

type Catalogue = Record<Key, Sentence>;

const others: Record<string, () => Promise<Catalogue>> = {
  de: () => import("../words/de.ts").then((file) => file.de),
  it: () => import("../words/it.ts").then((file) => file.it),
};

let loaded = $state.raw<Record<string, Catalogue>>({ en });

export function catalogue(language: string): Catalogue {
  return loaded[language] ?? en;
}

/** Without a connection the page speaks English until it is asked again. */
export async function loadCatalogue(language: string): Promise<void> {
  const load = others[language];
  if (!load || loaded[language]) return;
  try {
    const found = await load();
    loaded = { ...loaded, [language]: found };
  } catch {
    // Sentences in English are better than none.
  }
}
