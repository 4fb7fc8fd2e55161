import type { Kysely } from 'kysely'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { plainFileName } from '#domain/files/validate-file.ts'
import { exportNotes } from '../../messages/export-notes.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import {
  countExportedRecords,
  type ExportedKind,
  listExportedFiles,
  listExportedRecords,
} from '../../storage/data-export/exported-records.ts'
import {
  beginNextExport,
  deleteExpiredExports,
  insertPiece,
  lostSince,
  updateProgress,
} from '../../storage/data-export/exports.ts'
import { getContent } from '../../storage/files/files.ts'
import type { Database, Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { BYTE_ORDER_MARK, csvText } from './csv-text.ts'
import { EXPORTED_KINDS, SHEETS, type Sheet } from './sheets.ts'
import { zipFile } from './zip-file.ts'

type Attempt = { readonly id: string; readonly attempt: number }
/** Called with the number of records written since; throws when the attempt was given up. */
type Advance = (records: number) => Promise<void>

/** Deletes the expired exports of a company and writes those that wait, one after the other. */
export async function writeExports(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  companyId: string,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const { db, clock, log } = services
  const scope = { companyId }
  await deleteExpiredExports(db, scope, toInstant(clock.now()))
  while (shouldContinue()) {
    const now = clock.now()
    const due = await beginNextExport(db, scope, { now: toInstant(now), lostSince: lostSince(now) })
    if (!due) return
    try {
      await writeExport(services, scope, due)
    } catch (error) {
      log({ event: 'data-export-failed', companyId, message: String(error) })
      await updateProgress(db, scope, due, { status: 'failed' }, toInstant(clock.now()))
    }
  }
}

async function writeExport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: CompanyScope,
  attempt: Attempt,
): Promise<void> {
  let [number, done] = [0, 0]
  const report = async (change: Parameters<typeof updateProgress>[3]) => {
    if (!(await updateProgress(db, scope, attempt, change, toInstant(clock.now()))))
      throw new Error('another attempt took over')
  }
  const zip = zipFile(new Date(clock.now()), async (bytes) => {
    await insertPiece(db, scope, { exportId: attempt.id, attempt: attempt.attempt, number, bytes })
    number += 1
  })
  await inSnapshot(db, async (snapshot) => {
    const files = await listExportedFiles(snapshot, scope)
    const counts = new Map<ExportedKind, number>()
    let total = files.length
    for (const kind of EXPORTED_KINDS) {
      const count = await countExportedRecords(snapshot, scope, kind)
      counts.set(kind, count)
      total += count * (SHEETS[kind].length + 1)
    }
    await report({ total })
    const advance: Advance = async (records) => {
      done += records
      await report({ done })
    }
    const { company } = await getCompanyRecord(snapshot, scope)
    const { logo: _, ...plain } = company
    const about = {
      format: 1,
      writtenAt: toInstant(clock.now()),
      company: plain,
      records: Object.fromEntries(counts),
    }
    await zip.add('about.json', parts(`${JSON.stringify(about, undefined, 2)}\n`))
    await zip.add('READ-ME.txt', parts(exportNotes(company.name)))
    for (const kind of EXPORTED_KINDS) {
      for (const sheet of sheetsOf(kind)) {
        await zip.add(`${sheet.name}.csv`, csvParts(snapshot, scope, kind, sheet, advance))
      }
      await zip.add(`${kind}.json`, jsonParts(snapshot, scope, kind, advance))
    }
    for (const { sha256, type } of files) {
      const content = await getContent(snapshot, scope, sha256)
      await zip.add(`files/${plainFileName(sha256, type)}`, parts(content), 'as-is')
      await advance(1)
    }
  })
  await report({ size: String(await zip.end()), status: 'done' })
}

/** All reads see the data of one moment, so that the files of an export agree with each other. */
async function inSnapshot(db: Kysely<Database>, read: (snapshot: Db) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => await read(tx))
}

async function* parts(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content
}

/** The sheets of a kind; the table binds each to its own kind, which a loop over all kinds cannot follow. */
function sheetsOf<Kind extends ExportedKind>(kind: Kind): readonly Sheet<Kind>[] {
  return SHEETS[kind]
}

async function* csvParts<Kind extends ExportedKind>(
  snapshot: Db,
  scope: CompanyScope,
  kind: Kind,
  sheet: Sheet<Kind>,
  advance: Advance,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvText([sheet.columns])
  for await (const records of listExportedRecords(snapshot, scope, kind)) {
    yield csvText(records.flatMap((record) => sheet.rowsOf(record)))
    await advance(records.length)
  }
}

async function* jsonParts(
  snapshot: Db,
  scope: CompanyScope,
  kind: ExportedKind,
  advance: Advance,
): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const records of listExportedRecords(snapshot, scope, kind)) {
    yield separator + records.map((record) => JSON.stringify(record)).join(',\n')
    separator = ',\n'
    await advance(records.length)
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
