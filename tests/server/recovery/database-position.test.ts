import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SeenPosition, watchDatabasePosition } from '#server/database-position.ts'
import { startCluster } from '#server/storage/embedded/start-cluster.ts'
import { getServerState } from '#server/storage/server-state.ts'
import { startTestServer, testClock } from '../../support/start-test-server.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
const folders: string[] = []
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  await backend.close()
})

const fileIn = (folder: string) => join(folder, 'database-position.json')
const readSeen = (folder: string) => JSON.parse(readFileSync(fileIn(folder), 'utf8')) as SeenPosition

/** One process, from its start to its stop. */
async function runProcess(folder: string): Promise<void> {
  const { db, clock, log } = backend.server.services
  const watching = await watchDatabasePosition(db, { clock, newId: randomUUID, log }, folder)
  await watching.stop()
}

function newFolder(seen?: SeenPosition): string {
  const folder = mkdtempSync(join(tmpdir(), 'risiti-position-'))
  folders.push(folder)
  if (seen) writeFileSync(fileIn(folder), JSON.stringify(seen))
  return folder
}

const further = (seen: SeenPosition): SeenPosition => ({
  ...seen,
  position: String(BigInt(seen.position) + 100_000_000n),
})

const epochNow = async () => (await getServerState(backend.server.services.db)).epoch
const stateOfNumbering = async () =>
  (
    await backend.server.services.db
      .selectFrom('fiscal_identities')
      .select('state')
      .where('id', '=', shop.identity.id)
      .executeTakeFirstOrThrow()
  ).state

test('a database that only grew, another one, and a damaged note of it change nothing (design D16)', async () => {
  const epoch = await epochNow()
  const folder = newFolder()
  await runProcess(folder)
  const seen = readSeen(folder)
  expect(seen.epoch).toBe(epoch)
  expect(seen.position).toMatch(/^\d+$/)
  await runProcess(folder)
  await runProcess(newFolder({ ...further(seen), identity: '1/1' }))
  await runProcess(newFolder({ ...further(seen), epoch: 'an epoch before the restore' }))
  const damaged = newFolder()
  writeFileSync(fileIn(damaged), '{"identity":')
  await runProcess(damaged)
  expect(readSeen(damaged).epoch).toBe(epoch)
  expect(await epochNow()).toBe(epoch)
  expect(await stateOfNumbering()).toBe('active')
})

test('a database that lacks its end holds all numbering with an alarm, once for all its processes (design D16)', async () => {
  const folder = newFolder()
  await runProcess(folder)
  const before = readSeen(folder)
  const processes = [newFolder(further(before)), newFolder(further(before)), newFolder(further(before))]
  await Promise.all(processes.map(runProcess))
  const epoch = await epochNow()
  expect(epoch).not.toBe(before.epoch)
  expect(await stateOfNumbering()).toBe('held')
  const alarms = backend.server.events.filter(({ event }) => event === 'another-database')
  expect(alarms).toMatchObject([{ alert: true, held: 1 }])
  for (const process of processes) await runProcess(process)
  expect(await epochNow()).toBe(epoch)
})

test('the copy of a disk that was put back is noticed at the start, though no phone is ahead of it (design D16)', {
  timeout: 120_000,
}, async () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o755)
  const [disk, copy] = [join(dataDir, 'postgres'), join(dataDir, 'copy')]
  const options = { clock: testClock(), environment: { DATABASE_URL: '', DATA_DIR: dataDir } }
  // What is not on the disk yet is not seen either: this database waits for the disk, as in production.
  const start = () => startCluster({ dataDir, log: () => undefined })
  let cluster = await start()
  const own = await startTestBackend(options.clock, options)
  const { companyId, productId, identity } = await createShop(own)
  await own.close()
  await cluster.stop()
  execFileSync('cp', ['-a', disk, copy])

  cluster = await start()
  let server = await startTestServer(options)
  const phone = await signInPhone(server, companyId)
  await phone.pushOne('invoice.submit', invoiceInput(aSale(productId)))
  await server.stop()
  await cluster.stop()
  rmSync(disk, { recursive: true })
  execFileSync('cp', ['-a', copy, disk])

  cluster = await start()
  server = await startTestServer(options)
  const numbering = await server.services.db
    .selectFrom('fiscal_identities')
    .select('state')
    .where('id', '=', identity.id)
    .executeTakeFirstOrThrow()
  await server.stop()
  await cluster.stop()
  expect(numbering.state).toBe('held')
})
