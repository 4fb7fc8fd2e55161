/** The build's address of a program that is not JavaScript. */
declare module '*.wasm?url' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: this is how the build exports it
  export default url
}
