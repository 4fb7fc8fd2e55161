import { type FileHandle, open, readFile } from 'node:fs/promises'

export type Journal = {
  /** Resolves when every entry is on the disk (fdatasync). Entries of one call stay together and in order. */
  append(entries: readonly object[]): Promise<void>
  /** Waits for what was appended, then closes the file. */
  close(): Promise<void>
}

type Waiter = { text: string; done: () => void; fail: (error: unknown) => void }

/**
 * Opens (or makes) an append-only file of one JSON entry per line and replays it into `onEntry`.
 * A torn last line, the trace of a killed process, is cut off; damage anywhere else is an error, because
 * silently losing what an authority has acknowledged would hide the very faults the simulator is for.
 */
export async function openJournal(path: string, onEntry: (entry: unknown) => void): Promise<Journal> {
  const handle = await open(path, 'a+', 0o600)
  try {
    await handle.truncate(replay(await readFile(path), onEntry))
    await handle.datasync()
  } catch (error) {
    await handle.close()
    throw error
  }
  return groupCommit(handle)
}

/** Passes every complete line to `onEntry`; returns the length of the valid part in bytes. */
function replay(bytes: Buffer, onEntry: (entry: unknown) => void): number {
  let start = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, start)
    if (end < 0) return start
    let entry: unknown
    try {
      entry = JSON.parse(bytes.toString('utf8', start, end))
    } catch (error) {
      if (end === bytes.length - 1) return start
      throw new Error(`The simulator's journal is damaged at byte ${start}`, { cause: error })
    }
    onEntry(entry)
    start = end + 1
  }
}

/**
 * One writer; requests that arrive during a flush share the next flush, so many requests cost one fdatasync.
 */
function groupCommit(handle: FileHandle): Journal {
  let waiting: Waiter[] = []
  let flushing: Promise<void> | null = null
  let broken: Error | null = null

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        if (broken !== null) throw broken
        await handle.appendFile(batch.map((waiter) => waiter.text).join(''))
        await handle.datasync()
        for (const waiter of batch) waiter.done()
      } catch (error) {
        broken = new Error("The journal can't be written", { cause: error })
        for (const waiter of batch) waiter.fail(broken)
      }
    }
    flushing = null
  }

  return {
    append(entries) {
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
      return new Promise((done, fail) => {
        waiting.push({ text, done, fail })
        flushing ??= flush()
      })
    },
    async close() {
      if (flushing !== null) await flushing
      await handle.close()
    },
  }
}
