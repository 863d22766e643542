import { mount } from "svelte";
import "./look/fonts.css";
import "./look/base.css";
import "./look/patterns.css";
import App from "./App.svelte";
import { loadCatalogue } from "./lib/catalogues.svelte.ts";
import { prefs } from "./lib/prefs.svelte.ts";

// Shown in one language from the first moment on.
void loadCatalogue(prefs.language).then(() => mount(App, { target: document.getElementById("app")! }));

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
}
