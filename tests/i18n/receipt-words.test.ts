import { expect, test } from 'vitest'
import type { ReceiptWords } from '#domain/receipts/receipt-words.ts'
import { receiptWords } from '#i18n/receipt-words.ts'
import { receiptWords as wordsOfServer } from '#server/messages/receipt-words.ts'
import { readLanguage } from './read-language.ts'

/** Functions as what they say, so that words can be compared. */
function said(words: ReceiptWords): unknown {
  return { ...words, lineDiscount: words.lineDiscount('7.5'), taxRate: words.taxRate('A', '18') }
}

test.each(['en', 'sw'] as const)(
  'a receipt says the same on the phone and in what the server draws (%s)',
  async (language) => {
    const { speak } = await readLanguage(language)
    expect(said(wordsOfServer[language])).toEqual(said(receiptWords((descriptor) => speak._(descriptor))))
  },
)
