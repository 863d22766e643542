import { fileAt, isHere } from "#server";
import { mount } from "svelte";
import "./look/fonts.css";
import "./look/base.css";
import "./look/patterns.css";
import App from "./App.svelte";
import { loadAll, loadCase, rulesPage } from "./lib/api.svelte.ts";
import { loadCatalogue } from "./lib/catalogues.svelte.ts";
import { prefs } from "./lib/prefs.svelte.ts";
import { route } from "./lib/router.svelte.ts";

// Home and the rules ask for what they show before they are drawn; other pages need the cases, too.
const [, page, name = "common"] = route.path.split("/");
if (page === "rules") rulesPage(name, prefs.language).catch(() => {});
(page === "" ? loadAll() : loadCase(page === "rules" ? name : "")).catch(() => {});

// Shown in one language from the first moment on.
void loadCatalogue(prefs.language).then(() => mount(App, { target: document.getElementById("app")! }));

// Without a server the engine comes first, and then what keeps it.
if ("serviceWorker" in navigator && import.meta.env.PROD && !isHere) {
  addEventListener("load", () => void navigator.serviceWorker.register(fileAt("sw.js")).catch(() => {}));
}
