import { type Action, can, type Subject } from '#domain/permissions/can.ts'
import { useActor } from './use-actor.ts'

/** Whether the signed-in person may do something to a record of a tenant (spec §6). */
export function useCan(): (action: Action, subject: Subject) => boolean {
  const actor = useActor()
  return (action, subject) => can(actor, action, subject)
}
