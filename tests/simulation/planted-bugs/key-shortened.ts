import { executeAtDoor as execute } from '#server/services/operations/execute-at-door.ts'

/** Planted: of a key only the beginning counts, as in a column that is too short. Sales of one minute share it. */
export const executeAtDoor: typeof execute = (context, work) =>
  execute(context, { ...work, key: work.key.slice(0, 'request 01234567'.length) })
