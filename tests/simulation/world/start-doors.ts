import { sellByApi } from './api-program.ts'
import { FeaturePhone } from './feature-phone.ts'
import type { Simulation } from './simulation.ts'

/** Lets the program and the feature phone of a plan sell what they have to. */
export function startDoors({ plan, scheduler, doors }: Simulation): void {
  const featurePhone = new FeaturePhone()
  for (const sale of plan.doors?.sales ?? []) {
    const door = doors.find(({ by }) => by === sale.by)
    if (!door) continue
    Object.assign(door.conditions, plan.doors?.line)
    scheduler.after(door.actor, sale.at, `sale by ${sale.by}`, () =>
      door.sell(() => (sale.by === 'API' ? sellByApi(door, sale) : featurePhone.sell(door, sale))),
    )
  }
}
