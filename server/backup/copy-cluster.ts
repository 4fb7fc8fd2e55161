import { join } from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import type { ArchiveItem } from './archive.ts'
import { generatedFile, readFolder, readWholeFile } from './read-files.ts'

/** Name of the database's folder, in the data folder and in the backup. */
export const CLUSTER_FOLDER = 'postgres'

/** PostgreSQL creates these at every start; copies from a running one would disturb it. */
const REGENERATED = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'backup_label.old'])
const REGENERATED_CONTENT =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const TEMPORARY = /(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init[^/]*|tablespace_map(?:\.old)?)$/
const WAL_SEGMENT = /^[0-9A-F]{24}$/
const WAL_HISTORY = /^[0-9A-F]{8}\.history$/

const slotRow = v.tuple([v.object({ lsn: v.nullable(v.string()) })])
const stopRow = v.tuple([v.object({ labelfile: v.string(), last: v.string() })])
const countRow = v.tuple([v.object({ places: v.number() })])

/**
 * Copies the running database. The copy contains everything that was committed before this began, and it is a
 * database that starts. It uses PostgreSQL's base backup (`pg_backup_start` and `pg_backup_stop` on one
 * connection): the files are copied while they change, and the write-ahead log of that time, copied last,
 * makes them consistent at the first start. A temporary replication slot keeps the log from being recycled
 * before it is copied.
 */
export async function* copyCluster(
  connectionString: string,
  dataDir: string,
  label: string,
): AsyncGenerator<ArchiveItem> {
  const client = new Client({ connectionString, application_name: 'risiti-backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseTablespaces(client)
    const slot = await client.query(
      'select lsn::text from pg_create_physical_replication_slot($1, true, true)',
      [`risiti_backup_${process.pid}`],
    )
    v.parse(slotRow, slot.rows)
    await client.query('select pg_backup_start($1, true)', [label])
    yield { path: CLUSTER_FOLDER, kind: 'folder', mode: 0o700 }
    yield* readFolder(dataDir, CLUSTER_FOLDER, isExcludedFromCopy)
    const stopped = await client.query(
      'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    )
    const [{ labelfile, last }] = v.parse(stopRow, stopped.rows)
    yield* generatedFile(`${CLUSTER_FOLDER}/backup_label`, labelfile)
    yield* copyWal(dataDir, firstSegment(labelfile), last)
  } finally {
    // Ends a backup under way and drops the slot.
    await client.end()
  }
}

function isExcludedFromCopy(path: string): boolean {
  const inside = path.slice(CLUSTER_FOLDER.length + 1)
  return REGENERATED.has(inside) || REGENERATED_CONTENT.test(inside) || TEMPORARY.test(inside)
}

function firstSegment(label: string): string {
  const name = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1]
  if (name === undefined) throw new Error('PostgreSQL did not say where its write-ahead log begins')
  return name
}

async function* copyWal(dataDir: string, first: string, last: string): AsyncGenerator<ArchiveItem> {
  const folder = `${CLUSTER_FOLDER}/pg_wal`
  for (const name of ['archive_status', 'summaries']) {
    yield { path: `${folder}/${name}`, kind: 'folder', mode: 0o700 }
  }
  const found = new Set<string>()
  const wanted = (path: string): boolean => {
    const name = path.slice(folder.length + 1)
    return WAL_HISTORY.test(name) || (WAL_SEGMENT.test(name) && name >= first && name <= last)
  }
  for await (const item of readFolder(dataDir, folder, (path) => !wanted(path))) {
    if ('path' in item) found.add(item.path.slice(folder.length + 1))
    yield item
  }
  for (const name of [first, last]) {
    if (!found.has(name)) throw new Error(`The write-ahead log ${name} was gone before it was copied`)
  }
}

async function refuseTablespaces(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select count(*)::int as places from pg_tablespace where spcname not in ('pg_default', 'pg_global')",
  )
  const [{ places }] = v.parse(countRow, rows)
  if (places > 0) throw new Error('The database keeps tables outside of its folder; use pg_basebackup')
}

/** Major version of a cluster's files. */
export async function readMajorVersion(dataDir: string): Promise<number> {
  let text = ''
  for await (const item of readWholeFile(dataDir, join(CLUSTER_FOLDER, 'PG_VERSION'))) {
    if (item instanceof Uint8Array) text += Buffer.from(item).toString('utf8')
  }
  return Number.parseInt(text, 10)
}
