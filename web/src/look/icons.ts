/** Which symbol of the package game-icons stands for what. Only those named here travel with the page. */

export type CaseName = "ripper" | "rue-morgue" | "jekyll-hyde" | "capone";

/** By a card's name, or by its family: what stands before the colon. */
export const cardIcons: Record<CaseName, Record<string, string>> = {
  ripper: {
    druitt: "scales",
    eddy: "imperial-crown",
    gull: "scalpel",
    pedachenko: "poison-bottle",
    chapman: "razor",
    jill: "flower-hat",
    letters: "love-letter",
    joker: "jester-hat",
    suspicion: "magnifying-glass",
    alibi: "pocket-watch",
    victim: "grave-flowers",
    scene: "chalk-outline-murder",
    "ripper-strikes": "dripping-knife",
    "commissioner-resigns": "police-officer-head",
    "ripper-escapes": "cloak-dagger",
  },
  "rue-morgue": {
    "three-am": "cuckoo-clock",
    "st-roch": "church",
    mademoiselle: "mirror-mirror",
    madame: "shiny-purse",
    "back-windows": "window",
    "lightning-rod": "lightning-tree",
    advertisement: "newspaper",
    sailor: "anchor",
    "le-bon": "handcuffed",
    poe: "raven",
    deduction: "light-bulb",
    prefect: "justice-star",
    "dupins-help": "magnifying-glass",
    dupin: "smoking-pipe",
    "orang-utan": "gorilla",
  },
  "jekyll-hyde": {
    poole: "ringing-bell",
    will: "tied-scroll",
    theory: "open-book",
    utterson: "briefcase",
    carew: "walking-boot",
    awakes: "evil-eyes",
    hideout: "spooky-house",
    enfield: "conversation",
    lanyon: "caduceus",
    stevenson: "quill-ink",
    "lab-work": "test-tubes",
    potion: "potion-of-madness",
    transformation: "duality-mask",
    jekyll: "top-hat",
    hyde: "werewolf",
  },
  capone: {
    capone: "fedora",
    ralph: "brandy-bottle",
    guzik: "money-stack",
    mcgurn: "machine-gun",
    humphreys: "camel-head",
    white: "hand",
    nitti: "brass-knuckles",
    torrio: "fox-head",
    hunt: "golf-flag",
    burke: "revolver",
    heitler: "cigar",
    "agent-meeting": "discussion",
    "search-warrant": "archive-research",
    ness: "police-badge",
    raid: "police-car",
  },
};

export const backIcons: Record<CaseName, string> = {
  ripper: "lantern",
  "rue-morgue": "fleur-de-lys",
  "jekyll-hyde": "double-face-mask",
  capone: "fedora",
};

/** What the page itself shows. */
export const signs = [
  "cog",
  "three-friends",
  "robot-antennas",
  "person",
  "light-bulb",
  "anticlockwise-rotation",
  "open-book",
  "trophy-cup",
  "scroll-unfurled",
  "check-mark",
  "cancel",
  "hourglass",
  "house",
  "world",
  "calculator",
  "film-spool",
  "exit-door",
  "pocket-watch",
] as const;

export function iconNames(): string[] {
  const cards = Object.values(cardIcons).flatMap((icons) => Object.values(icons));
  return [...new Set([...cards, ...Object.values(backIcons), ...signs])].sort();
}
