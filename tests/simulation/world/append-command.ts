import type { Recorded } from './history.ts'
import type { Simulation } from './simulation.ts'
import type { Tab } from './tab.ts'

type Command = Extract<Recorded, { kind: 'command' }>
/** The subject of a command, for checks that ask later whether it still exists. */
export type Subject = Pick<Command, 'invoiceId' | 'content' | 'expenseId' | 'files' | 'lane'>

/** Records the outcome of a person's action, unless the tab died: then the person never saw it. */
export function appendCommand(
  { history }: Simulation,
  { actor, phone, account }: Tab,
  command: string,
  outcome: string,
  subject: Subject = {},
): void {
  if (!actor.alive) return
  history.add({ kind: 'command', phone: phone.name, account: account.id, command, outcome, ...subject })
}
