import { resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

/** Builds the app into `outDir` as it would be if one source (`/src/…`) did one thing more. */
export async function buildChanged(outDir: string, source: string): Promise<void> {
  let changed = false
  await build({
    root,
    configFile: resolve(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'one-change',
        enforce: 'pre',
        transform: (code, id) => {
          if (!id.endsWith(source)) return undefined
          changed = true
          return `${code}\nperformance.mark('a change of one screen')\n`
        },
      },
    ],
  })
  if (!changed) throw new Error(`${source} is no part of the app`)
}
