import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTraSimulator } from './start-tra-simulator.ts'

// The simulator as a process of its own: PORT, HOST and DATA_DIR; prints one JSON line per event.

const print = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)

const publicUrl = process.env['PUBLIC_URL']
const simulator = await startTraSimulator({
  host: process.env['HOST'] ?? '127.0.0.1',
  port: Number(process.env['PORT'] ?? 4001),
  dataDir: process.env['DATA_DIR'] ?? join(tmpdir(), 'risiti-tra-simulator'),
  clock: { now: () => Date.now() },
  ...(publicUrl === undefined ? {} : { publicUrl }),
  log: print,
})
print({ event: 'tra-simulator.listening', baseUrl: simulator.baseUrl, verifyUrl: simulator.verifyUrl })

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void simulator.stop().then(() => process.exit(0))
  })
}
