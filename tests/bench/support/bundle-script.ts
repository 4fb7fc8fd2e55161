import { resolve } from 'node:path'
import { build } from 'vite'

/** Packs a file of `page/` and all it imports into one classic script, which a page or a worker can run. */
export async function bundleScript(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: resolve(import.meta.dirname, '../../..'),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: resolve(import.meta.dirname, '../page', file), formats: ['iife'], name: 'benchScript' },
    },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error(`${file} could not be packed`)
  return chunk.code
}
