import { currentSession } from '#session/current-session.ts'
import { listDeviceUsers } from '#session/device-users.ts'
import { unlock } from '#session/unlock.ts'
import type { Phone } from './phone.ts'
import type { Simulation } from './simulation.ts'
import type { Person } from './simulation-fixture.ts'
import { sessionDepsOf, Tab } from './tab.ts'

/** No PIN, and none of the people who share a phone mistakes it for theirs. */
const WRONG_PIN = '1111'

type ComingBack = { readonly slot: number; readonly person: Person; readonly wrong: number }

/**
 * A user comes to a locked phone: enters the PIN if they were locked here, after so many wrong ones, else the
 * password. Waits as long as the phone requires after a wrong one.
 */
export function comeBack(simulation: Simulation, phone: Phone, { slot, person, wrong }: ComingBack): void {
  phone.begin('lock screen', async (actor) => {
    const deps = sessionDepsOf(phone, actor, true)
    const known = (await listDeviceUsers(deps.ports)).find(({ username }) => username === person.username)
    if (known?.signInMethod !== 'pin') {
      if (phone.tabs.every((tab) => !tab)) phone.logIn(slot, person, () => undefined)
      return
    }
    const pins = [...Array.from({ length: wrong }, () => WRONG_PIN), person.pin]
    for (let pin = pins.shift(); pin !== undefined && actor.alive; ) {
      const outcome = await unlock(deps, known.id, pin)
      if (!actor.alive) return
      const code = 'code' in outcome ? outcome.code : outcome.kind
      if (code === 'PIN_WAIT' && 'waitMs' in outcome) {
        await deps.ports.wait(outcome.waitMs)
        continue
      }
      const command = pin === person.pin ? 'unlock' : 'try a wrong PIN'
      const result = outcome.kind === 'unlocked' ? 'kept' : code
      simulation.history.add({
        ...{ kind: 'command', phone: phone.name, account: known.id, command, outcome: result },
      })
      if (outcome.kind === 'unlocked') {
        const current = await currentSession(deps)
        if (current.kind !== 'signed-in' || !actor.alive || phone.tabs[slot]) return
        phone.user = person
        phone.show(slot, new Tab(phone, actor, current.account, deps))
        return
      }
      if (code === 'PIN_ENDED') {
        // The lock screen asks for the password then.
        if (phone.tabs.every((tab) => !tab)) phone.logIn(slot, person, () => undefined)
        return
      }
      pin = pins.shift()
    }
  })
}
