import type { PlantedBug } from './planted-bug.ts'

const CONFIRMED = 'confirmed-twice'

/** Mistakes of the public API and of USSD. */
export const DOOR_BUGS: readonly PlantedBug[] = [
  {
    name: 'key-ignored',
    foundBy: 24,
    replaces: [
      {
        module: 'server/http/public-api/idempotency.ts',
        by: 'key-ignored.ts',
        exports: ['readIdempotencyKey'],
      },
    ],
  },
  {
    name: 'key-shortened',
    foundBy: 15,
    replaces: [
      {
        module: 'server/services/operations/execute-at-door.ts',
        by: 'key-shortened.ts',
        exports: ['executeAtDoor'],
      },
    ],
  },
  {
    name: CONFIRMED,
    foundBy: 61,
    replaces: [
      {
        module: 'server/services/ussd/submit-draft.ts',
        by: `${CONFIRMED}/submit-draft.ts`,
        exports: ['submitUssdDraft'],
      },
      {
        module: 'server/storage/ussd/sessions.ts',
        by: `${CONFIRMED}/sessions.ts`,
        exports: ['saveUssdSession'],
      },
    ],
  },
]
