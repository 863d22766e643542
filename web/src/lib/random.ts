/** 32 letters that nobody can guess; works without https too, where `crypto.randomUUID` is missing. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
