/** The one library that is no Python: where it lies, and how it gets there before Python begins. */

/** The part of Emscripten's module that is used here. */
interface Module {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  preloadedWasm: Record<string, unknown>;
  loadWebAssemblyModule(binary: Uint8Array, flags: object, name: string): unknown;
  loadDynamicLibrary(name: string, flags: { global: boolean; nodelete: boolean }): void;
  growMemory(size: number): void;
}
interface Settings {
  preRun: ((module: Module) => void)[];
}
export type Create = (settings: Settings) => Promise<unknown>;

const PLACE = "/lib/python3.14/site-packages/msgspec";
const NAME = `${PLACE}/_core.cpython-314-wasm32-emscripten.so`;

/** A kept memory points at functions of the library: it has to be linked at the same place every time, so before all else. */
export function withNative(create: Create, library: Uint8Array, memory = 0): Create {
  return (settings) => {
    settings.preRun.push((module) => {
      if (memory) module.growMemory(memory);
      module.FS.mkdirTree(PLACE);
      module.FS.writeFile(NAME, library);
      module.preloadedWasm[NAME] = module.loadWebAssemblyModule(library, {}, NAME);
      module.loadDynamicLibrary(NAME, { global: false, nodelete: true });
    });
    return create(settings);
  };
}
