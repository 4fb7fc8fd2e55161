import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The part of an output file that the first paint needs. */
type OutputFile = {
  readonly type: string
  readonly moduleIds?: readonly string[]
  readonly imports?: readonly string[]
}

/**
 * Links that fetch a lazy module and all it imports in parallel with the entry, not after it: each step costs a round
 * trip. `module` is the end of the path of its source, `page` the HTML that may load some of the files already.
 * Throws when no chunk contains the module.
 */
export function preloadLinks(
  bundle: Readonly<Record<string, OutputFile>>,
  module: string,
  page: string,
): string {
  const entryFile = Object.keys(bundle).find((file) =>
    bundle[file]?.moduleIds?.some((id) => id.endsWith(module)),
  )
  if (entryFile === undefined) throw new Error(`no chunk holds ${module}`)
  const files = new Set([entryFile])
  for (const file of files) for (const imported of bundle[file]?.imports ?? []) files.add(imported)
  return [...files]
    .filter((file) => !page.includes(`src="/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('\n    ')
}

/** Replaces the first match by a text; throws when the page has none. */
export function replaceIn(page: string, mark: string | RegExp, text: string): string {
  if (page.search(mark) === -1) throw new Error(`the page has no ${String(mark)}`)
  return page.replace(mark, () => text)
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').trim()

/** Puts what the first paint needs into the page itself: the shared colours and the mark. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: (html) =>
      replaceIn(
        html,
        '<!-- first-paint.css -->',
        `<style>${read('src/app/first-paint.css')}</style>`,
      ).replaceAll('<!-- brand -->', read('public/favicon.svg')),
  }
}
