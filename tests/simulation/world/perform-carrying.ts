import { type Collected, collectFrame, frameAt, piecesOf } from '#domain/carry/qr-frames.ts'
import { setPin } from '#session/set-pin.ts'
import { collectWithFiles, collectWork } from '#sync/carry/collect-work.ts'
import { newNumber } from '#sync/carry/one-time-number.ts'
import { sealWork, unsealWork } from '#sync/carry/seal-work.ts'
import { type TakenOver, takeOver } from '#sync/carry/take-over.ts'
import { takeOverHere } from '#sync/carry/take-over-here.ts'
import type { Kept } from '#sync/commands/outcome.ts'
import type { Doing, HandingOn, Sealing, TakingOver } from '../plan/plan.ts'
import { comeBack } from './lock-screen.ts'
import { atOnce } from './machine.ts'
import { NOBODY } from './network.ts'
import { noteCommand } from './note-command.ts'
import type { Phone } from './phone.ts'
import { personOf, type SealedWork, type Simulation } from './simulation.ts'
import { PEOPLE } from './stage.ts'
import type { Tab } from './tab.ts'

type CarryingDoing = Extract<
  Doing,
  { readonly kind: 'seal' | 'take over' | 'take over here' | 'hand on' | 'set pin' }
>

const PASSWORD_OF_FILES = 'sukari na chumvi'
/** A camera in a shop misses every third frame. */
const SEEN = 0.67

/** Does what a person does about work on its way, or about who has the phone. */
export async function performCarrying(simulation: Simulation, tab: Tab, doing: CarryingDoing): Promise<void> {
  switch (doing.kind) {
    case 'seal':
      return seal(simulation, tab, doing)
    case 'take over':
      return takeSealed(simulation, tab, doing)
    case 'take over here':
      return noteTaken(simulation, tab, doing.kind, await takeOverHere(tab.account, tab.commands))
    case 'set pin': {
      const pin = PEOPLE.find(({ id }) => id === tab.account.userId)?.pin ?? ''
      const changed = await setPin(tab.deps, tab.account, { pin, again: pin, current: pin })
      return noteCommand(simulation, tab, doing.kind, changed.kind === 'changed' ? 'kept' : changed.code)
    }
    case 'hand on':
      return noteCommand(simulation, tab, 'hand on', await tab.makeRoom())
  }
}

/** The next person comes to the phone a little later, unless somebody was quicker. */
export function nextComes(simulation: Simulation, phone: Phone, doing: HandingOn): void {
  const { slot, person, afterMs, wrong } = doing
  simulation.scheduler.after(NOBODY, afterMs, 'next person', () => {
    if (phone.tabs.some((tab) => tab)) return
    comeBack(simulation, phone, { slot, person: personOf(person), wrong })
  })
}

/** As the two sheets do it: codes carry no files, and their number is drawn anew each time. */
async function seal(simulation: Simulation, tab: Tab, { kind, by }: Sealing): Promise<void> {
  const { account, commands } = tab
  const { clock, random } = commands.ports
  const secret = by === 'codes' ? newNumber(random) : PASSWORD_OF_FILES
  const { work, contents } =
    by === 'codes'
      ? { work: await collectWork(account, clock.now()), contents: [] }
      : ((await collectWithFiles(account, clock.now())) ?? { work: undefined, contents: [] })
  if (!work || !tab.actor.alive) return
  const file = await atOnce(() => sealWork(work, secret, random, contents))
  simulation.sealed.push({ by, secret, file })
  noteCommand(simulation, tab, kind, work.operations.length > 0 ? 'kept' : 'nothing')
}

/** What a camera has seen in the end of the codes that a screen goes on showing. */
function film({ file }: SealedWork, { actor }: Tab): Uint8Array<ArrayBuffer> {
  let seen: Collected | undefined
  const most = 40 * piecesOf(file.length) + 100
  for (let step = 0; step < most && !seen?.file; step += 1) {
    if (actor.chance.hits(SEEN)) seen = collectFrame(seen, frameAt(file, step))
  }
  if (!seen?.file) throw new Error('a camera never saw all of the codes')
  return new Uint8Array(seen.file)
}

async function takeSealed(simulation: Simulation, tab: Tab, { kind, which }: TakingOver): Promise<void> {
  const sealed = simulation.sealed.at(-1 - which)
  if (!sealed) return
  const file = sealed.by === 'codes' ? film(sealed, tab) : sealed.file
  const unsealed = await atOnce(() => unsealWork(file, sealed.secret))
  if (unsealed.kind === 'refused') throw new Error(`sealed work does not open: ${unsealed.code}`)
  const taken = await takeOver(tab.account, tab.commands, unsealed.work, unsealed.contents)
  noteTaken(simulation, tab, kind, taken)
}

function noteTaken(simulation: Simulation, tab: Tab, command: string, taken: Kept<TakenOver>): void {
  noteCommand(simulation, tab, command, wordOf(taken))
}

function wordOf(taken: Kept<TakenOver>): string {
  if (taken.kind === 'refused') return `refused ${taken.refusals[0]?.code ?? ''}`
  if (taken.kind === 'not-kept') return taken.kind
  if (taken.value.kind === 'refused') return `refused ${taken.value.code}`
  return taken.value.fresh > 0 ? 'kept' : 'known'
}
