/** Several things in one sentence, as the language joins them: "A, B and C". */
export function listed(things: string[], language: string): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" }).format(things);
}
