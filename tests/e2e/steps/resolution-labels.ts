import type { ResolutionKind } from '#contract/resolutions.ts'

/** The labels of the buttons that resolve a refusal. */
export const RESOLUTION_LABELS: Readonly<
  Record<Exclude<ResolutionKind, 'at-the-form'>, readonly [en: string, sw: string]>
> = {
  'fix-field': ['Open and fix', 'Fungua urekebishe'],
  'send-again': ['Send again', 'Tuma tena'],
  'keep-both': ['Keep mine as a new draft', 'Hifadhi yangu kama rasimu mpya'],
  'see-record': ['Open the invoice', 'Fungua ankara'],
  discard: ['Discard', 'Tupa'],
  'repair-receipt': ['Repair and send again', 'Rekebisha na utume tena'],
  'resume-device': ['Fixed: try TRA again', 'Imerekebishwa: jaribu TRA tena'],
  'confirm-numbering': ['Confirm the last receipt number', 'Thibitisha namba ya risiti ya mwisho'],
  'log-in': ['Log in', 'Ingia'],
  'update-app': ['Update the app', 'Sasisha programu'],
  'mend-cause': ['Show what it is waiting for', 'Onyesha kinachosubiriwa'],
  'send-now': ['Send now', 'Tuma sasa'],
}
