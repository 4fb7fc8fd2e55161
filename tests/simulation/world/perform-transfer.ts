import { chunkCount, frameAt, type ReceivedFile, receiveFrame } from '#domain/transfer/qr-frames.ts'
import { setPin } from '#session/set-pin.ts'
import type { CommandResult } from '#sync/outbox/command-result.ts'
import { decryptWork, encryptWork } from '#sync/transfer/encrypted-file.ts'
import { exportUnsent, exportUnsentWithFiles } from '#sync/transfer/export-unsent.ts'
import { importFromOtherAccounts } from '#sync/transfer/import-from-other-accounts.ts'
import { type ImportResult, importUnsent } from '#sync/transfer/import-unsent.ts'
import { newOneTimeCode } from '#sync/transfer/one-time-code.ts'
import type { AccountSwitch, TransferExport, TransferImport, UserAction } from '../plan/plan.ts'
import { appendCommand } from './append-command.ts'
import { comeBack } from './lock-screen.ts'
import { NOBODY } from './network.ts'
import type { Phone } from './phone.ts'
import { type ExportedWork, personOf, type Simulation } from './simulation.ts'
import { PEOPLE } from './simulation-fixture.ts'
import type { Tab } from './tab.ts'
import { atOnce } from './virtual-runtime.ts'

type TransferAction = Extract<
  UserAction,
  { readonly kind: 'seal' | 'take over' | 'take over here' | 'hand on' | 'set pin' }
>

const PASSWORD_OF_FILES = 'sukari na chumvi'
/** A camera in a shop misses every third frame. */
const SEEN = 0.67

/** Does what a person does about work on its way, or about who has the phone. */
export async function performTransfer(
  simulation: Simulation,
  tab: Tab,
  action: TransferAction,
): Promise<void> {
  switch (action.kind) {
    case 'seal':
      return exportTransfer(simulation, tab, action)
    case 'take over':
      return importTransfer(simulation, tab, action)
    case 'take over here':
      return appendImported(
        simulation,
        tab,
        action.kind,
        await importFromOtherAccounts(tab.account, tab.commands),
      )
    case 'set pin': {
      const pin = PEOPLE.find(({ id }) => id === tab.account.userId)?.pin ?? ''
      const changed = await setPin(tab.deps, tab.account, { pin, again: pin, current: pin })
      return appendCommand(simulation, tab, action.kind, changed.kind === 'changed' ? 'kept' : changed.code)
    }
    case 'hand on':
      return appendCommand(simulation, tab, 'hand on', await tab.leave())
  }
}

/** The next person comes to the phone a little later, unless another one is already there. */
export function nextComes(simulation: Simulation, phone: Phone, action: AccountSwitch): void {
  const { slot, person, afterMs, wrong } = action
  simulation.scheduler.after(NOBODY, afterMs, 'next person', () => {
    if (phone.tabs.some((tab) => tab)) return
    comeBack(simulation, phone, { slot, person: personOf(person), wrong })
  })
}

/** As the two sheets do it: codes contain no files, and their secret is new each time. */
async function exportTransfer(simulation: Simulation, tab: Tab, { kind, by }: TransferExport): Promise<void> {
  const { account, commands } = tab
  const { clock, random } = commands.ports
  const secret = by === 'codes' ? newOneTimeCode(random) : PASSWORD_OF_FILES
  const { work, contents } =
    by === 'codes'
      ? { work: await exportUnsent(account, clock.now()), contents: [] }
      : ((await exportUnsentWithFiles(account, clock.now())) ?? { work: undefined, contents: [] })
  if (!work || !tab.actor.alive) return
  const file = await atOnce(() => encryptWork(work, secret, random, contents))
  simulation.exportedWork.push({ by, secret, file })
  appendCommand(simulation, tab, kind, work.operations.length > 0 ? 'kept' : 'nothing')
}

/** What a camera has read when it has filmed the codes that a screen repeats. */
function filmFrames({ file }: ExportedWork, { actor }: Tab): Uint8Array<ArrayBuffer> {
  let seen: ReceivedFile | undefined
  const most = 40 * chunkCount(file.length) + 100
  for (let step = 0; step < most && !seen?.file; step += 1) {
    if (actor.chance.hits(SEEN)) seen = receiveFrame(seen, frameAt(file, step))
  }
  if (!seen?.file) throw new Error('a camera never saw all of the codes')
  return new Uint8Array(seen.file)
}

async function importTransfer(
  simulation: Simulation,
  tab: Tab,
  { kind, which }: TransferImport,
): Promise<void> {
  const exported = simulation.exportedWork.at(-1 - which)
  if (!exported) return
  const file = exported.by === 'codes' ? filmFrames(exported, tab) : exported.file
  const unsealed = await atOnce(() => decryptWork(file, exported.secret))
  if (unsealed.kind === 'refused') throw new Error(`sealed work does not open: ${unsealed.code}`)
  const imported = await importUnsent(tab.account, tab.commands, unsealed.work, unsealed.contents)
  appendImported(simulation, tab, kind, imported)
}

function appendImported(
  simulation: Simulation,
  tab: Tab,
  command: string,
  imported: CommandResult<ImportResult>,
): void {
  appendCommand(simulation, tab, command, describeImport(imported))
}

function describeImport(imported: CommandResult<ImportResult>): string {
  if (!imported.ok) return `refused ${imported.refusals[0]?.code ?? ''}`
  if (imported.value.kind === 'refused') return `refused ${imported.value.code}`
  return imported.value.imported > 0 ? 'kept' : 'known'
}
