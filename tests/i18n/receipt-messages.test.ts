import { expect, test } from 'vitest'
import type { ReceiptMessages } from '#domain/receipts/receipt-messages.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { receiptMessages as wordsOfServer } from '#server/messages/receipt-messages.ts'
import { readLanguage } from './read-language.ts'

/** Functions as what they say, so that words can be compared. */
function said(words: ReceiptMessages): unknown {
  return { ...words, lineDiscount: words.lineDiscount('7.5'), taxRate: words.taxRate('A', '18') }
}

test.each(['en', 'sw'] as const)(
  'a receipt says the same on the phone and in what the server draws (%s)',
  async (language) => {
    const { speak } = await readLanguage(language)
    expect(said(wordsOfServer[language])).toEqual(said(receiptMessages((descriptor) => speak._(descriptor))))
  },
)
