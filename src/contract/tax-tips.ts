import * as v from 'valibot'
import { MAX_TIP_TEXT, TAX_TIP_STATUSES } from '#domain/tax-tips/tax-tip.ts'
import { fiscalDayField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

export const taxTipFields = {
  day: fiscalDayField,
  titleEn: textField(200),
  textEn: textField(MAX_TIP_TEXT),
  titleSw: textField(200),
  textSw: textField(MAX_TIP_TEXT),
}

export const taxTipSchema = v.object({ id: idField, ...taxTipFields, status: v.picklist(TAX_TIP_STATUSES) })
export type TaxTip = v.InferOutput<typeof taxTipSchema>

/** The tips that everybody reads, newest first. Apart from the calls: a phone keeps the last answer for when it is offline. */
export const publishedTipsSchema = v.object({ tips: v.array(taxTipSchema) })
export type PublishedTips = v.InferOutput<typeof publishedTipsSchema>
