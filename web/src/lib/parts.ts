/** What a page without a server has in addition, or in another form; `src/tab/parts.ts` has them. */
import type { Component } from "svelte";

export interface Parts {
  /** How far the engine is loaded, and whether there is a newer one. */
  Engine?: Component;
  /** A table for several people at one device, loaded when it is wanted. */
  table?: () => Promise<{ default: Component<{ table: string }> }>;
  /** Who plays, instead of whom to invite. */
  Lobby?: Component<{ table: string }>;
  /** Beside somebody who is away: how they come back. */
  Away?: Component<{ name: string }>;
  /** More pages, by the first word of their address. */
  pages?: Record<string, () => Promise<{ default: Component }>>;
  /** What the browser keeps, to take along. */
  Copies?: Component;
}

export const parts: Parts = {};
