import type { TaxTipStatus } from '#domain/tax-tips/tax-tip.ts'
import type { Moment } from '../column-types.ts'

export type TaxTipsTable = {
  id: string
  /** `null`: the platform's own. */
  organization_id: string | null
  day: string
  title_en: string
  text_en: string
  title_sw: string
  text_sw: string
  status: TaxTipStatus
  changed_at: Moment
}
