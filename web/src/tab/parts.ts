import type { Parts } from "../lib/parts.ts";
import AnyLobby from "./AnyLobby.svelte";
import Copies from "./Copies.svelte";
import EngineBar from "./EngineBar.svelte";
import Reinvite from "./Reinvite.svelte";

const pages = { join: () => import("./far/Join.svelte") };

export const parts: Parts = {
  Away: Reinvite,
  Copies,
  Engine: EngineBar,
  Lobby: AnyLobby,
  pages,
  table: () => import("./AnyTable.svelte"),
};
