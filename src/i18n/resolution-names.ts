import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ResolutionKind } from '#contract/resolutions.ts'

/** The label of the button of a resolution; `null` where the person has nothing to do. */
export const RESOLUTION_NAMES = {
  'fix-field': msg`Open and fix`,
  'send-again': msg`Send again`,
  'keep-both': msg`Keep mine as a new draft`,
  'see-record': msg`Open the invoice`,
  discard: msg`Discard`,
  'repair-receipt': msg`Repair and send again`,
  'resume-device': msg`Fixed: try TRA again`,
  'confirm-numbering': msg`Confirm the last receipt number`,
  'log-in': msg`Log in`,
  'update-app': msg`Update the app`,
  'mend-cause': msg`Show what it is waiting for`,
  'send-now': msg`Send now`,
  'at-the-form': null,
} satisfies Record<ResolutionKind, MessageDescriptor | null>
