import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.CASEFILE_SERVER ?? "http://127.0.0.1:8000";
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** As "site" the page needs no server: it has the engine beside it, under whatever address it lies. */
export default defineConfig(({ mode }) => {
  const isSite = mode === "site";
  return {
    plugins: [svelte()],
    base: "./", // `casefile serve` fills in where the page lies: it may be below another site
    resolve: {
      alias: {
        "#server": path(isSite ? "src/tab/server.ts" : "src/lib/server.ts"),
        "#parts": path(isSite ? "src/tab/parts.ts" : "src/lib/parts.ts"),
      },
    },
    define: {
      SYMBOLS: JSON.stringify(readdirSync(path("public/icons"))),
      ...(isSite && {
        ENGINE: readFileSync(path("../build/engine/about.json"), "utf8"),
        STUN: JSON.stringify(process.env.CASEFILE_STUN ?? ""),
      }),
    },
    worker: { format: "es" },
    build: {
      outDir: isSite ? "../build/site" : "../src/casefile/page",
      emptyOutDir: true,
      manifest: isSite ? false : "parts.json", // from which a server takes what each address needs
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Few files: a phone that fetches a table waits for each of them. Without a server it waits for the engine.
      rolldownOptions: {
        checks: { pluginTimings: false }, // a slow machine is no reason to worry people who want to play
        output: {
          codeSplitting: {
            groups: [
              {
                name: "common",
                test: /\/src\/(lib|look|words\/en|table\/(deal|modal)|pages\/(NotifySwitch|seating))|\/node_modules\/svelte\//,
                priority: 2,
              },
              ...(isSite ? [] : [{ name: "table", test: /\/src\/table\/(?!LookBack)/, priority: 1 }]),
            ],
          },
        },
      },
    },
    // `npm run dev` shows the page from its sources, with everything else from a running `casefile serve`.
    server: { proxy: { "/api": { target: server, ws: true } } },
  };
});
