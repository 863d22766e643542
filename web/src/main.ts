import { fileAt, isHere } from "#server";
import { mount } from "svelte";
import "./look/fonts.css";
import "./look/base.css";
import "./look/patterns.css";
import App from "./App.svelte";
import { loadAll, loadCases } from "./lib/api.svelte.ts";
import { loadCatalogue } from "./lib/catalogues.svelte.ts";
import { prefs } from "./lib/prefs.svelte.ts";
import { route } from "./lib/router.svelte.ts";

// Home asks for what it shows before it is drawn; other pages need the cases, too.
(route.path === "/" ? loadAll() : loadCases()).catch(() => {});

// Shown in one language from the first moment on.
void loadCatalogue(prefs.language).then(() => mount(App, { target: document.getElementById("app")! }));

// Without a server the engine comes first, and then what keeps it.
if ("serviceWorker" in navigator && import.meta.env.PROD && !isHere) {
  addEventListener("load", () => void navigator.serviceWorker.register(fileAt("sw.js")).catch(() => {}));
}
