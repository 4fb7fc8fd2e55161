import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createWorker, OEM, PSM } from 'tesseract.js'

/** Reads the text of pictures. */
export type TextReader = {
  readonly read: (png: Uint8Array) => Promise<string>
  readonly close: () => Promise<void>
}

/**
 * Starts the reader of letters. English data reads Swahili receipts as well: the letters are the same, and the labels of
 * the authority are English. The data is part of the installation; nothing is fetched.
 */
export async function startTextReader(): Promise<TextReader> {
  const folder = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  const langPath = join(folder, '4.0.0_best_int')
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, preserve_interword_spaces: '1' })
  return {
    read: async (png) => {
      const { data } = await worker.recognize(Buffer.from(png), { rotateAuto: true })
      return data.text
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
