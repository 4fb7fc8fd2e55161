import { databaseName } from '#data/account-database.ts'
import { PEOPLE, type Person } from '../world/simulation-fixture.ts'
import { accountIds } from './account-ids.ts'
import { outboxSteps } from './outbox-model.ts'
import type { RunEvidence } from './run-evidence.ts'

/** A phone's report that it has the content of a file. */
export type AttachedFile = { readonly expenseId: string; readonly sha256: string }

/** One chunk as a phone sent it. */
export type Chunk = {
  readonly request: number
  readonly at: number
  readonly phone: string
  readonly tab: string
  readonly sha256: string
  readonly offset: number
  readonly bearer: string | null
}

const PEOPLE_BY_ACCOUNT = new Map(PEOPLE.map((person) => [accountIds.get(person.id), person]))
const PEOPLE_BY_DATABASE = new Map(
  PEOPLE.map((person) => [databaseName(accountIds.get(person.id) ?? ''), person]),
)

export function personOfAccount(account: string): Person | undefined {
  return PEOPLE_BY_ACCOUNT.get(account)
}

export function personOfDatabase(database: string): Person | undefined {
  return PEOPLE_BY_DATABASE.get(database)
}

/** Who speaks in a request. */
export function personOfBearer(bearer: string | null): Person | undefined {
  const claims = bearer?.split('.')[1]
  if (claims === undefined) return undefined
  const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  const id = typeof read === 'object' && read !== null && 'sub' in read ? read.sub : undefined
  return PEOPLE.find((person) => person.id === id)
}

/** What every operation about the content of a file says, by operation. */
export function attachedFiles({ history }: Pick<RunEvidence, 'history'>): ReadonlyMap<string, AttachedFile> {
  const found = new Map<string, AttachedFile>()
  for (const { upserted: put } of outboxSteps(history)) {
    for (const { opId, type, body } of put) {
      // Written by `fileWork` of the phone.
      if (type === 'expense.keep-file' && !found.has(opId)) found.set(opId, JSON.parse(body) as AttachedFile)
    }
  }
  return found
}

/** The header before the content of a chunk, as `sendFiles` of the phone writes it. */
const CHUNK_BODY = /^\{"sha256":"(\w{64})","size":\d+,"offset":(\d+),/

/** All chunks that left phones, in order. */
export function chunkRequests({ history }: Pick<RunEvidence, 'history'>): Chunk[] {
  return history.flatMap((entry) => {
    if (entry.kind !== 'asked' || !entry.endpoint.endsWith('/files/pieces')) return []
    const { request, at, phone, tab, bearer } = entry
    const [, sha256, offset] = CHUNK_BODY.exec(entry.body) ?? []
    if (sha256 === undefined) throw new Error('a piece is not written as it was')
    return [{ request, at, phone, tab, bearer, sha256, offset: Number(offset) }]
  })
}

/** Which company chose which file: `company sha256`. */
export function chosen({ history }: Pick<RunEvidence, 'history'>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const entry of history) {
    if (entry.kind !== 'chose') continue
    found.add(`${personOfAccount(entry.account)?.companyId} ${entry.sha256}`)
  }
  return found
}
