/** Words as a sentence: it begins with a capital letter, and ends. */
export const sentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).replace(/[^.?!“»]$/, "$&.");

/** How many there are of a card stays on one line with its name: "3 × Letters". */
export const unbroken = (text: string): string => text.replaceAll(" × ", "\u00a0×\u00a0");
