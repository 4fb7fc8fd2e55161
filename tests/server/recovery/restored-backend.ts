import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PullAnswer } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { openNewEpoch } from '#server/backup/open-new-epoch.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { loadOrCreateKey } from '#server/security/server-key.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { createDeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { releaseReconciledHolds } from '#server/services/recovery/release-numbering.ts'
import { startCluster } from '#server/storage/embedded/start-cluster.ts'
import { getLastChangeId } from '#server/storage/sync/changes.ts'
import {
  logInTestUser,
  startTestServer,
  type TestServer,
  testClock,
} from '../../support/start-test-server.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const PASSPHRASE = 'nyumba ndogo ya samaki'
const quiet = () => undefined

/** How a server is turned back: by a real backup file, or, for tests of what follows from it, within its database. */
export type RestorableServer = {
  readonly backend: TestBackend
  remember(companyId: string): Promise<void>
  /** Turns back to what was remembered and gives the server that runs then. */
  turnBack(companyId: string): Promise<TestServer>
  /** Restores the data without the restore command, as when the copy of a disk is put back. */
  turnBackSilently?(companyId: string): Promise<void>
  close(): Promise<void>
}

/** A server of its own on a data folder of its own, turned back by backup and restore. */
export async function openWithBackups(): Promise<RestorableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'risiti-restorable-'))
  chmodSync(dataDir, 0o755)
  const environment = { DATABASE_URL: '', DATA_DIR: dataDir }
  // The server attaches to it: a test need not wait for the disk.
  const start = () => startCluster({ dataDir, log: quiet, unsafeNoSync: true })
  let cluster = await start()
  const clock = testClock()
  const backend = await startTestBackend(clock, { environment })
  let server = backend.server
  const file = join(dataDir, 'shop.risiti-backup')
  const common = { file, dataDir, clock, passphrase: PASSPHRASE, log: quiet, unsafeNoSync: true }
  return {
    backend,
    remember: async () => {
      await makeBackup({ ...common, key: loadOrCreateKey(dataDir), scryptCost: 12 })
    },
    turnBack: async () => {
      await server.stop()
      await cluster.stop()
      await restoreBackup({ ...common, key: null, replace: true, newId: randomUUID })
      cluster = await start()
      server = await startTestServer({ clock, environment })
      return server
    },
    close: async () => {
      if (server === backend.server) await backend.close()
      else {
        await server.stop()
        await backend.simulator.stop()
      }
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Everything of a company that a restore turns back, in the order in which it may be written. */
const TABLES = ['fiscal_identities', 'invoices', 'receipts', 'operations', 'aggregates', 'changes']

/** One server for many tests: a company's rows are kept beside and put back. */
export async function openForgetful(): Promise<RestorableServer> {
  const clock = testClock()
  const backend = await startTestBackend(clock)
  const { db } = backend.server.services
  let backupAt = toInstant(clock.now())
  let changeSeq = 0
  const ofCompany = (companyId: string) => sql`company_id = ${sql.lit(companyId)}`
  /** Without those that the database computes. */
  const listWrittenColumns = async (table: string) => {
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
    `.execute(db)
    return rows.map(({ column_name: name }) => name)
  }
  const putBack = async (companyId: string) => {
    const columns = ['next_gc', 'counter_day', 'counter_dc', 'last_issued_at']
    for (const table of TABLES.slice(1).toReversed()) {
      await sql`delete from ${sql.table(table)} where ${ofCompany(companyId)}`.execute(db)
    }
    for (const table of TABLES.slice(1)) {
      const written = sql.raw((await listWrittenColumns(table)).join(', '))
      await sql`insert into ${sql.table(table)} (${written}) select ${written} from ${sql.table(`kept_${table}`)}`.execute(
        db,
      )
    }
    const counter = sql.raw(columns.map((column) => `${column} = kept.${column}`).join(', '))
    await sql`update fiscal_identities set ${counter} from kept_fiscal_identities kept where kept.id = fiscal_identities.id`.execute(
      db,
    )
  }
  return {
    backend,
    remember: async (companyId) => {
      backupAt = toInstant(clock.now())
      changeSeq = await getLastChangeId(db, { companyId })
      for (const table of TABLES) {
        await sql`drop table if exists ${sql.table(`kept_${table}`)}`.execute(db)
        await sql`create table ${sql.table(`kept_${table}`)} as select * from ${sql.table(table)} where ${ofCompany(companyId)}`.execute(
          db,
        )
      }
    },
    turnBack: async (companyId) => {
      await putBack(companyId)
      await openNewEpoch(db, { clock, newId: randomUUID, backupAt })
      return backend.server
    },
    turnBackSilently: async (companyId) => {
      await putBack(companyId)
      await db.updateTable('companies').set({ change_seq: changeSeq }).where('id', '=', companyId).execute()
    },
    close: () => backend.close(),
  }
}

/** A phone that remembers: its cursor and every invoice it saw. */
export type RecordingPhone = {
  phone: Phone
  readonly username: string
  readonly known: Map<string, Invoice>
  cursor: string | undefined
}

/** A shop with two phones on a server that can be restored, beside an authority that keeps everything. */
export type RestorableShop = Awaited<ReturnType<typeof openRestorableShop>>

export async function openRestorableShop(restorable: RestorableServer) {
  const { backend: market } = restorable
  const shop: Shop = await createShop(market)
  const phones = [
    await remembering(market.server, shop.phone),
    await remembering(market.server, await signInPhone(market.server, shop.companyId)),
  ] as const
  let server = market.server
  let delivery = market.delivery

  async function pull(by: RecordingPhone): Promise<PullAnswer> {
    const first = await by.phone.pull(by.cursor)
    for (let page = first; ; page = await by.phone.pull(by.cursor)) {
      for (const change of page.changes as { t: string; row: Invoice | null }[]) {
        if (change.t === 'invoice' && change.row) by.known.set(change.row.id, change.row)
      }
      by.cursor = page.next
      if (!page.more) return first
    }
  }

  async function verifyAll(): Promise<void> {
    while ((await verifyReceipts(delivery, shop.identity)) > 0);
  }

  async function deliverAll(): Promise<void> {
    await deliver(delivery, shop.identity)
    await verifyAll()
  }

  return {
    shop,
    phones,
    server: () => server,
    delivery: () => delivery,
    /** Pulls to the end; gives the first page. */
    pull,
    /** Sends everything, then asks the portal until nothing is open. */
    deliver: deliverAll,
    remember: () => restorable.remember(shop.companyId),

    /** Sells on a phone; gives the numbered invoice. */
    async sell(by: RecordingPhone, pieces = 1): Promise<Invoice> {
      market.clock.advance(1_000)
      const invoice = invoiceOf(
        await by.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, pieces))),
      )
      by.known.set(invoice.id, invoice)
      return invoice
    },

    /** Restores the server to the stored copy; all users log in again. */
    async restore(): Promise<void> {
      market.clock.advance(1_000)
      server = await restorable.turnBack(shop.companyId)
      delivery = createDeliveryDeps(server.services, market.delivery.tra, market.delivery.endpoint)
      for (const by of phones) {
        const { deviceId, epoch, companyId, userId } = by.phone
        const { token } = await logInTestUser(server, by.username, { deviceId })
        by.phone = Object.assign(new Phone(server, companyId, userId, token), { deviceId, epoch })
      }
    },

    /** Comes back as the app does: pulls, returns what the server asks for, and says that this was all. */
    async comeBack(by: RecordingPhone): Promise<number> {
      const remembered = [...by.known.values()]
      const { recover } = await pull(by)
      if (recover === undefined) return 0
      const doubtful = remembered.filter(
        ({ receipt, cancellation }) =>
          receipt !== null &&
          (receipt.gc >= recover.fromGc ||
            (cancellation !== null && (cancellation.recordedAt ?? cancellation.at) >= recover.since)),
      )
      for (const invoice of doubtful) {
        by.known.set(invoice.id, invoiceOf(await by.phone.pushOne('receipt.return', { invoice })))
      }
      const end = { epoch: recover.epoch, receipts: doubtful.length }
      await by.phone.pushOne('receipt.return-end', end)
      return doubtful.length
    },

    /** What the jobs do by themselves: look up on the portal, then release what is cleared up. */
    async runJobs(): Promise<string[]> {
      await verifyAll()
      const released = await releaseReconciledHolds(server.services)
      if (released.length > 0) await deliverAll()
      return released
    },

    async ledger(): Promise<{ gc: number; rctvnum: string; totalInclCents: number }[]> {
      const receipts = await market.controlSimulator('GET', `ledger?certkey=${shop.identity.certKey}`)
      return receipts as { gc: number; rctvnum: string; totalInclCents: number }[]
    },
  }
}

async function remembering(server: TestServer, phone: Phone): Promise<RecordingPhone> {
  const { username } = await server.services.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', phone.userId)
    .executeTakeFirstOrThrow()
  return { phone, username, known: new Map(), cursor: undefined }
}
