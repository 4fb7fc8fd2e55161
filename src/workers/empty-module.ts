/**
 * In place of packages that the PDF writer would load to turn web pages and SVG into PDF, which nothing here does
 * (`vite.config.ts` says which). Whoever asked for one of them would get nothing.
 */
export {}
