/** Bytes of an answer that are read; what says more says nothing that counts here. */
const MOST = 64 * 1024;

/**
 * How many items a target says, in OTLP/JSON, that it rejected of a batch that it took; 0 where it says nothing that can
 * be read. Never throws: the batch is taken.
 */
export async function rejectedIn(response: Response): Promise<number> {
  try {
    const { partialSuccess } = JSON.parse(await shortText(response));
    const count = Number(partialSuccess?.rejectedSpans ?? partialSuccess?.rejectedLogRecords ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

async function shortText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST) return '';
  }
  return text;
}
