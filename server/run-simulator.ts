import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Clock, Log } from './services/context.ts'
import { startTraSimulator } from './simulators/tra/start-tra-simulator.ts'
import { isAlive, underStartLock } from './storage/embedded/start-lock.ts'

export type RunningSimulator = {
  readonly baseUrl: string
  readonly verifyUrl: string
  readonly stop: () => Promise<void>
}

const noteSchema = v.object({ pid: v.number(), baseUrl: v.string(), verifyUrl: v.string() })

/**
 * Starts the simulator of the tax authority, or uses the one that another server of the same data folder runs: its
 * ledger has one writer.
 */
export async function runSimulator(options: {
  dataDir: string
  host: string
  port: number
  clock: Clock
  log: Log
}): Promise<RunningSimulator> {
  const dataDir = join(options.dataDir, 'tra-simulator')
  const notePath = join(dataDir, 'running.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return await underStartLock(join(dataDir, 'start.lock'), async () => {
    const other = readNote(notePath)
    if (other && isAlive(other.pid) && (await answers(other.baseUrl))) {
      options.log({ event: 'simulator-shared', baseUrl: other.baseUrl })
      return { baseUrl: other.baseUrl, verifyUrl: other.verifyUrl, stop: async () => undefined }
    }
    const simulator = await startTraSimulator({
      host: options.host,
      port: options.port,
      dataDir,
      clock: options.clock,
      log: (event) => options.log({ event: 'simulator', ...event }),
    })
    const { baseUrl, verifyUrl } = simulator
    writeFileSync(`${notePath}.new`, JSON.stringify({ pid: process.pid, baseUrl, verifyUrl }))
    renameSync(`${notePath}.new`, notePath)
    return {
      baseUrl,
      verifyUrl,
      stop: async () => {
        rmSync(notePath, { force: true })
        await simulator.stop()
      },
    }
  })
}

function readNote(path: string): v.InferOutput<typeof noteSchema> | undefined {
  try {
    return v.parse(noteSchema, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    await fetch(baseUrl, { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  }
}
