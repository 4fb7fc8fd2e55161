/**
 * Replaces packages that the PDF writer would load to turn web pages and SVG into PDF, which the app never does
 * (`vite.config.ts` lists them). An import of one of them gets nothing.
 */
export {}
