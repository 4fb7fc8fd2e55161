import type { taxTipEndpoints } from '#contract/tax-tip-endpoints.ts'
import { changeTipStatus, readPublishedTips, readTips, saveTip } from '../../services/tax-tips/tax-tips.ts'
import type { Handlers } from './handler-types.ts'

/** Tax tips: everybody reads what administrators publish. */
export const taxTipHandlers: Pick<Handlers, keyof typeof taxTipEndpoints> = {
  'tax-tips.published': async (context) => await readPublishedTips(context),
  'tax-tips.list': async (context, input) => await readTips(context, input),
  'tax-tips.save': async (context, input) => await saveTip(context, input),
  'tax-tips.change-status': async (context, input) => await changeTipStatus(context, input),
}
