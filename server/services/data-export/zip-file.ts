import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Bytes that are stored as one piece. */
const PIECE_BYTES = 512 * 1024

export type ZipFile = {
  /** Adds a file of parts that come one after the other; pictures and PDFs are stored as they are. */
  add(name: string, parts: AsyncIterable<string | Uint8Array>, how?: 'packed' | 'as-is'): Promise<void>
  /** Writes the directory. Gives the size of the whole file in bytes. */
  end(): Promise<number>
}

/** A ZIP file that is written while its content is read: never more than one piece of it is in memory. */
export function zipFile(at: Date, store: (piece: Buffer) => Promise<void>): ZipFile {
  let waiting: Uint8Array[] = []
  let [bytes, size] = [0, 0]
  const zip = new Zip((fault, chunk) => {
    if (fault) throw fault
    waiting.push(chunk)
    bytes += chunk.length
  })
  const flush = async (least: number) => {
    if (bytes < least) return
    const piece = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    size += piece.length
    await store(piece)
  }
  const encoder = new TextEncoder()
  return {
    async add(name, parts, how = 'packed') {
      const file = how === 'packed' ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
      file.mtime = at
      zip.add(file)
      for await (const part of parts) {
        file.push(typeof part === 'string' ? encoder.encode(part) : part)
        await flush(PIECE_BYTES)
      }
      file.push(new Uint8Array(0), true)
      await flush(PIECE_BYTES)
    },
    async end() {
      zip.end()
      await flush(1)
      return size
    },
  }
}
