import type { Parts } from "../lib/parts.ts";
import Copies from "./Copies.svelte";
import EngineBar from "./EngineBar.svelte";
import SeatsHere from "./SeatsHere.svelte";
import SharedTable from "./SharedTable.svelte";

export const parts: Parts = { Copies, Engine: EngineBar, Lobby: SeatsHere, Table: SharedTable };
