/** Cards that came to an area with the end of a round: they are counted in its lines, although they lie nowhere. */
export function caught(
  came: readonly (string | null)[],
  lines: readonly (readonly [string, ...unknown[]])[],
  lying: readonly (string | null)[],
  name: (face: string) => string,
): string[] {
  const counts = new Map(
    lines.flatMap(([label]) => {
      const found = /^(\d+) × (.+)$/.exec(label);
      return found ? [[found[2]!, Number(found[1])] as const] : [];
    }),
  );
  const faces = [...new Set(came)].filter((face) => face !== null);
  return faces.flatMap((face) => {
    const more = (counts.get(name(face)) ?? 0) - lying.filter((each) => each === face).length;
    return Array<string>(Math.max(0, more)).fill(face);
  });
}
