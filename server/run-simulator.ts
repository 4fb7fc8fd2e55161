import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Clock, Log } from './ports/system.ts'
import { startTraSimulator } from './simulators/tra/start-tra-simulator.ts'
import { isAlive, withStartLock } from './storage/embedded/start-lock.ts'

export type RunningSimulator = {
  readonly baseUrl: string
  readonly verifyUrl: string
  readonly stop: () => Promise<void>
}

const runningFileSchema = v.object({ pid: v.number(), baseUrl: v.string(), verifyUrl: v.string() })

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
  const runningFilePath = join(dataDir, 'running.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return await withStartLock(join(dataDir, 'start.lock'), async () => {
    const running = readRunningFile(runningFilePath)
    if (running && isAlive(running.pid) && (await isResponding(running.baseUrl))) {
      options.log({ event: 'simulator-shared', baseUrl: running.baseUrl })
      return { baseUrl: running.baseUrl, verifyUrl: running.verifyUrl, stop: async () => undefined }
    }
    const simulator = await startTraSimulator({
      host: options.host,
      port: options.port,
      dataDir,
      clock: options.clock,
      log: (event) => options.log({ event: 'simulator', ...event }),
    })
    const { baseUrl, verifyUrl } = simulator
    writeFileSync(`${runningFilePath}.new`, JSON.stringify({ pid: process.pid, baseUrl, verifyUrl }))
    renameSync(`${runningFilePath}.new`, runningFilePath)
    return {
      baseUrl,
      verifyUrl,
      stop: async () => {
        rmSync(runningFilePath, { force: true })
        await simulator.stop()
      },
    }
  })
}

function readRunningFile(path: string): v.InferOutput<typeof runningFileSchema> | undefined {
  try {
    return v.parse(runningFileSchema, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

async function isResponding(baseUrl: string): Promise<boolean> {
  try {
    await fetch(baseUrl, { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  }
}
