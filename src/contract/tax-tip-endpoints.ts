import * as v from 'valibot'
import { TAX_TIP_STATUSES } from '#domain/tax-tips/tax-tip.ts'
import { endpoint } from './endpoint.ts'
import { idField } from './fields/texts.ts'
import { pageFields, pageSchema } from './pages.ts'
import { publishedTipsSchema, taxTipFields, taxTipSchema } from './tax-tips.ts'

export const TAX_TIP_SORTS = ['-day', 'day'] as const

/** Tax tips (spec §1): written by administrators, read by everybody. */
export const taxTipEndpoints = {
  'tax-tips.published': endpoint({
    method: 'GET',
    path: '/api/v2/tax-tips/published',
    input: v.object({}),
    output: publishedTipsSchema,
    refusals: [],
    access: 'public',
  }),
  'tax-tips.list': endpoint({
    method: 'GET',
    path: '/api/v2/tax-tips',
    input: v.object(pageFields(TAX_TIP_SORTS, TAX_TIP_STATUSES)),
    output: pageSchema(taxTipSchema),
    refusals: [],
    access: 'signed-in',
  }),
  'tax-tips.save': endpoint({
    method: 'POST',
    path: '/api/v2/tax-tips',
    input: v.object({ id: idField, fields: v.object(taxTipFields) }),
    output: taxTipSchema,
    refusals: ['NOT_FOUND', 'TAX_TIP_TITLE_REQUIRED', 'TAX_TIP_TITLE_TOO_LONG', 'TAX_TIP_TEXT_REQUIRED'],
    access: 'signed-in',
  }),
  'tax-tips.change-status': endpoint({
    method: 'POST',
    path: '/api/v2/tax-tips/status',
    input: v.object({ id: idField, status: v.picklist(TAX_TIP_STATUSES) }),
    output: taxTipSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
