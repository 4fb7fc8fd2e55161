import { type Announcer, MESSAGE_WAYS } from './announcer.ts'
import { readFault, type SimulatorFault } from './faults.ts'
import { fieldsOf, textOf } from './figures.ts'
import { endAll, type GrantState } from './grants.ts'
import { actAsPerson, archiveContact, type PersonActions } from './person-invoice.ts'
import type { SimulatorAnswer, SimulatorRequest } from './serve-simulator.ts'

/** What tests and people in front of a simulator may do. */
export type SimulatorControl = {
  readonly faults: SimulatorFault[]
  /** What the client did wrong: unknown paths, fields, headers, keys. A test expects none. */
  readonly violations: string[]
  readonly grants: GrantState
  readonly ledger: () => readonly object[]
  readonly announcer: Announcer
  readonly person: PersonActions
}

/**
 * `GET /_control/ledger` and `/_control/violations`; `POST /_control/faults` adds one, `/_control/end` takes the access
 * away as a person would, `/_control/expire` ends the time of the access tokens, `/_control/invoices` writes as a person,
 * `/_control/contacts` archives or merges a customer, `/_control/messages` tells a client about the changes. `undefined`: not a control request.
 */
export async function controlAnswer(
  control: SimulatorControl,
  { path, method, body }: SimulatorRequest,
): Promise<SimulatorAnswer | undefined> {
  if (!path.startsWith('/_control/')) return undefined
  if (method === 'GET' && path === '/_control/ledger') return { status: 200, body: control.ledger() }
  if (method === 'GET' && path === '/_control/violations') return { status: 200, body: control.violations }
  if (method !== 'POST') return { status: 404 }
  if (path === '/_control/end' || path === '/_control/expire') {
    endAll(control.grants, path === '/_control/end' ? 'end' : 'expire')
    return { status: 204 }
  }
  if (path === '/_control/invoices') return actAsPerson(control.person, body)
  if (path === '/_control/contacts') return archiveContact(control.person, body)
  if (path === '/_control/messages') {
    const given = fieldsOf(JSON.parse(body))
    const way = MESSAGE_WAYS.find((known) => known === given['way']) ?? 'plain'
    return { status: 200, body: await control.announcer.send(textOf(given['url']), way) }
  }
  const fault = path === '/_control/faults' ? readFault(body) : undefined
  if (fault === undefined) return { status: 400 }
  control.faults.push(fault)
  return { status: 204 }
}
