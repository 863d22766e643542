import type { Parts } from "../lib/parts.ts";
import Copies from "./Copies.svelte";
import EngineBar from "./EngineBar.svelte";
import SeatsHere from "./SeatsHere.svelte";

export const parts: Parts = {
  Copies,
  Engine: EngineBar,
  Lobby: SeatsHere,
  table: () => import("./SharedTable.svelte"),
};
