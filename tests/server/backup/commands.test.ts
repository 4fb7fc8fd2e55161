import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { createDeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { type Cluster, startCluster } from '#server/storage/embedded/start-cluster.ts'
import type { Db } from '#server/storage/schema.ts'
import {
  logInTestUser,
  startTestServer,
  type TestServer,
  testClock,
} from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PASSPHRASE = 'nyumba ndogo ya samaki'
/** The clock of the commands is the machine's own: nothing that was sold may be later. */
const clock = testClock('2026-11-20T10:00:00.000Z')

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }
type Settings = Readonly<Record<string, string>>

/** Runs a command in the folder `home`, without a terminal. */
async function run(program: string, words: readonly string[], settings: Settings): Promise<Ended> {
  const { PATH, HOME } = process.env
  const child = spawn(program, words, {
    cwd: home,
    env: { PATH, HOME, RISITI_BACKUP_PASSPHRASE: PASSPHRASE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (bytes) => {
    output.out += String(bytes)
  })
  child.stderr.on('data', (bytes) => {
    output.err += String(bytes)
  })
  await once(child, 'close')
  return { code: child.exitCode, ...output }
}

/** As people type it. */
const npm = async (script: string, words: readonly string[], settings: Settings) =>
  await run('npm', ['--prefix', ROOT, 'run', '-s', script, '--', ...words], settings)

/** What npm starts, without npm, which takes as long again. */
const direct = async (main: string, words: readonly string[], settings: Settings) =>
  await run(process.execPath, [join(ROOT, 'server', main), ...words], settings)

async function sell(phone: Phone, { productId }: Pick<Shop, 'productId'>): Promise<Invoice> {
  clock.advance(1_000)
  const saleAt = new Date(clock.now()).toISOString() as Invoice['saleAt']
  return invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(productId), { saleAt })))
}

/** The stored records that a company cannot do without. */
async function storedState(db: Db) {
  const receipts = await db
    .selectFrom('receipts')
    .select(['invoice_id', 'gc', 'dc', 'day', 'rctvnum', 'total', 'signed_bytes', 'delivery'])
    .orderBy('gc')
    .execute()
  const invoices = await db.selectFrom('invoices').select('document').orderBy('id').execute()
  const identities = await db
    .selectFrom('fiscal_identities')
    .select(['cert_key', 'next_gc', 'counter_day', 'counter_dc', 'sealed_private_key', 'sealed_password'])
    .execute()
  return { receipts, invoices, identities }
}

let home: string
let dataDir: string
let cluster: Cluster
let backend: TestBackend
let shop: Shop
let sold: Invoice[]
let file: string

const embedded = (folder: string) => ({ DATABASE_URL: '', DATA_DIR: folder })

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'risiti-commands-'))
  chmodSync(home, 0o755)
  dataDir = join(home, 'data')
  file = join(home, 'jioni.risiti-backup')
  // The server attaches to it: a test need not wait for the disk.
  cluster = await startCluster({ dataDir, log: () => undefined, unsafeNoSync: true })
  backend = await startTestBackend(clock, { environment: embedded(dataDir) })
  shop = await createShop(backend)
  sold = [await sell(shop.phone, shop), await sell(shop.phone, shop)]
  await deliver(backend.delivery, shop.identity)
  sold.push(await sell(shop.phone, shop))
})
afterAll(async () => {
  await backend.close()
  await cluster.stop()
  rmSync(home, { recursive: true, force: true })
})

test('npm run backup beside a running server, npm run restore into a fresh folder: same receipts, counters and keys', async () => {
  const before = await storedState(backend.server.services.db)
  const made = await npm('backup', ['jioni.risiti-backup'], { DATA_DIR: dataDir })
  expect(made, made.err).toMatchObject({ code: 0 })
  expect(made.out).toContain(`${file}: `)
  expect(made.out).toContain('sealed and read back')

  const fresh = join(home, 'fresh')
  const restored = await npm('restore', ['jioni.risiti-backup'], { DATA_DIR: fresh })
  expect(restored, restored.err).toMatchObject({ code: 0 })
  expect(restored.out).toMatch(/^Restored the backup of .*Z into .*fresh\.\nNew epoch [0-9a-f-]{36}\. /)
  expect(restored.out).toContain('Numbering is held for 1 fiscal identities.')
  const keyOf = async (folder: string) => await readFile(join(folder, 'risiti-key'), 'utf8')
  expect(await keyOf(fresh)).toBe(await keyOf(dataDir))

  const again = await startTestServer({ clock, environment: embedded(fresh) })
  try {
    // A receipt that was still to be sent may have been sent after the backup.
    const inDoubt = before.receipts.map((receipt) => ({
      ...receipt,
      delivery: receipt.delivery === 'numbered' ? 'unknown' : receipt.delivery,
    }))
    expect(await storedState(again.services.db)).toEqual({ ...before, receipts: inDoubt })
    expect(sold.map(({ receipt }) => receipt?.gc)).toEqual([1, 2, 3])
    await goesOn(again)
  } finally {
    await again.stop()
  }
})

/** Nothing is sold before the owner says so; then the next number is the next one, signed by the same device. */
async function goesOn(server: TestServer): Promise<void> {
  const { db } = server.services
  const phone = await signInPhone(server, shop.companyId)
  const sale = () => phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
  expect(await sale()).toMatchObject({ state: 'retry', code: 'FISCAL_NUMBERING_HELD' })
  const owner = await createOperator(db, shop.companyId, { user_type: 'company_owner' })
  const { token } = await logInTestUser(server, owner.username)
  const resumed = await server.call('fiscal.resume', { lastGc: 3 }, token)
  expect(resumed).toMatchObject({ status: 200, body: { state: 'active' } })
  expect((await sell(phone, shop)).receipt).toMatchObject({ gc: 4 })
  const delivery = createDeliveryDeps(server.services, backend.delivery.tra, backend.delivery.endpoint)
  await deliver(delivery, shop.identity)
  const ledger = await backend.controlSimulator('GET', `ledger?certkey=${shop.identity.certKey}`)
  expect((ledger as { gc: number }[]).map(({ gc }) => gc)).toEqual([1, 2, 3, 4])
}

test('npm run restore -- --database-restored holds numbering and ends every session in a database of one’s own', async () => {
  const own = await startTestBackend(clock)
  try {
    const theirs = await createShop(own)
    await sell(theirs.phone, theirs)
    const { next } = await theirs.phone.pull()
    const settings = { DATABASE_URL: own.server.connectionString, DATA_DIR: join(home, 'none') }
    const backupAt = '2026-11-20T09:59:00.000Z'
    const { code, out, err } = await npm('restore', ['--database-restored', backupAt], settings)
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(out).toMatch(/^New epoch [0-9a-f-]{36}\. Numbering is held for 1 fiscal identities\.\n/)
    expect(readdirSync(home)).not.toContain('none')

    clock.advance(2_001)
    expect((await own.server.call('session.read', {}, theirs.phone.token)).status).toBe(401)
    const phone = await signInPhone(own.server, theirs.companyId)
    expect(await phone.pull(next)).toMatchObject({ reset: true, recover: { fromGc: 2, since: backupAt } })
    const sale = invoiceInput(aSale(theirs.productId))
    expect(await phone.pushOne('invoice.submit', sale)).toMatchObject({ code: 'FISCAL_NUMBERING_HELD' })
  } finally {
    await own.close()
  }
})

describe('what cannot be done is said in a sentence, with an exit code, and never as a stack trace', () => {
  const backup = 'backup/backup-main.ts'
  const restore = 'backup/restore-main.ts'
  const admin = 'admin/main.ts'
  const ONE_INSTANT = '2026-11-20T09:59:00.000Z'

  async function expectOutput(
    main: string,
    words: readonly string[],
    settings: Settings,
    code: number,
    output: string | RegExp,
  ): Promise<void> {
    const ended = await direct(main, words, settings)
    const what = `${main} ${words.join(' ')}: ${ended.err}`
    expect(ended.code, what).toBe(code)
    expect(ended.err).toMatch(output)
    expect(ended.err, what).not.toMatch(/\n\s+at |node:internal|\bError:|\{\n/)
    expect(ended.out).toBe('')
    if (code === 2) expect(ended.err).toContain('Usage: npm run')
  }

  test('words that are wrong: exit code 2, and how the command is used', async () => {
    const own = { DATA_DIR: dataDir }
    const database = { DATABASE_URL: 'postgres://risiti:siri@127.0.0.1:1/risiti' }
    await Promise.all([
      expectOutput(backup, [], own, 2, 'needs the name of the file'),
      expectOutput(backup, ['--all'], own, 2, "Unknown option '--all'"),
      expectOutput(restore, [], own, 2, 'needs the file of a backup'),
      expectOutput(restore, ['--database-restored'], database, 2, 'argument missing'),
    ])
    await Promise.all([
      expectOutput(restore, ['--database-restored', 'jana'], database, 2, 'an instant such as'),
      expectOutput(
        restore,
        ['--database-restored', '2999-01-01T00:00:00.000Z'],
        database,
        2,
        'in the future',
      ),
      expectOutput(restore, [file, '--database-restored', ONE_INSTANT], database, 2, 'stands alone'),
      expectOutput(admin, ['create', '--name', 'asha'], own, 2, "Unknown option '--name'"),
    ])
  })

  test('a file or folder that is not there, or there already, and a database that does not answer', async () => {
    await writeFile(join(home, 'taken.risiti-backup'), 'of yesterday')
    const own = { DATA_DIR: dataDir }
    const nowhere = join(home, 'nowhere')
    await Promise.all([
      expectOutput(
        backup,
        ['taken.risiti-backup'],
        own,
        1,
        'is there already; backups are never overwritten',
      ),
      expectOutput(backup, ['nowhere/a.risiti-backup'], own, 1, `${nowhere} is not there`),
      expectOutput(backup, ['new.risiti-backup'], { DATA_DIR: nowhere }, 1, 'holds no data of Risiti'),
      expectOutput(
        restore,
        ['absent.risiti-backup'],
        { DATA_DIR: join(home, 'a') },
        1,
        /absent.* is not there/,
      ),
    ])
    const away = { DATABASE_URL: 'postgres://risiti:siri@127.0.0.1:1/risiti' }
    await expectOutput(restore, ['--database-restored', ONE_INSTANT], away, 1, /^(?!.*siri).*ECONNREFUSED/)
    expect(readdirSync(home)).not.toContain('nowhere')
    expect(await readFile(join(home, 'taken.risiti-backup'), 'utf8')).toBe('of yesterday')
  })

  test('a damaged or foreign file, and a folder in use or not empty, change nothing', async () => {
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    await writeFile(join(home, 'damaged.risiti-backup'), bytes)
    await writeFile(join(home, 'cut.risiti-backup'), bytes.subarray(0, 100))
    const target = join(home, 'target')
    const full = join(home, 'full')
    mkdirSync(full)
    await writeFile(join(full, 'risiti-key'), 'of another')
    await Promise.all([
      expectOutput(restore, ['damaged.risiti-backup'], { DATA_DIR: target }, 1, 'damaged'),
      expectOutput(
        restore,
        ['cut.risiti-backup'],
        { DATA_DIR: target },
        1,
        'The end of the backup is missing',
      ),
      expectOutput(restore, [file], { DATA_DIR: full }, 1, 'Restore into an empty folder'),
      expectOutput(restore, [file, '--replace'], { DATA_DIR: dataDir }, 1, 'Stop it first, then restore'),
    ])
    expect(readdirSync(target)).toEqual([])
    expect(readdirSync(full)).toEqual(['risiti-key'])
  })

  test('a backup never makes a key: one made beside the server’s own would open none of its secrets', async () => {
    const elsewhere = join(home, 'kept-elsewhere')
    await cp(join(dataDir, 'postgres', 'PG_VERSION'), join(elsewhere, 'postgres', 'PG_VERSION'), {
      recursive: true,
    })
    await expectOutput(backup, ['keyless.risiti-backup'], { DATA_DIR: elsewhere }, 1, 'set RISITI_KEY')
    expect(readdirSync(elsewhere)).toEqual(['postgres'])
  })
})
