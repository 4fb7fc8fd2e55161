import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The list of all files of a release, as workbox writes it into the worker. */
const LIST = /\[\{"revision":(?:[^\]"]|"[^"]*")*\]/

/** A service worker in two files: what changes with every release, and the program, which rarely does. */
export type SplitWorker = {
  /** The file that browsers request under the worker's own address. */
  readonly list: string
  /** Named by its content. */
  readonly programFile: string
  readonly program: string
}

/**
 * Extracts the list of files from a worker's program, so that an update of one screen costs a phone only the list and
 * not the whole worker. Fails when there is not exactly one list in it.
 */
export function splitWorker(worker: string): SplitWorker {
  const [before, after, ...more] = worker.split(LIST)
  const list = LIST.exec(worker)?.[0]
  if (list === undefined || before === undefined || after === undefined || more.length > 0) {
    throw new Error('the service worker has not exactly one list of files')
  }
  const program = `${before}self.risitiFiles${after}`
  const programFile = `worker-${createHash('sha256').update(program).digest('hex').slice(0, 16)}.js`
  return { list: `self.risitiFiles=${list};importScripts("/${programFile}")\n`, programFile, program }
}

/** Splits the service worker after it is written; runs after the plugin that builds it. */
export function splitWorkerFile(): Plugin {
  let folder = ''
  return {
    name: 'split-worker',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        const { list, programFile, program } = splitWorker(readFileSync(join(folder, 'sw.js'), 'utf8'))
        writeFileSync(join(folder, programFile), program)
        writeFileSync(join(folder, 'sw.js'), list)
      },
    },
  }
}
