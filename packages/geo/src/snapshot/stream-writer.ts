import { AsyncByteQueue, RecordBatchStreamWriter, type RecordBatch } from 'apache-arrow';

/** Takes the bytes of an Arrow stream at once, where the library's own sink would wait for a reader. */
class DirectSink extends AsyncByteQueue {
  private readonly take: (chunk: Uint8Array) => void;

  constructor(take: (chunk: Uint8Array) => void) {
    super();
    this.take = take;
  }

  override write(value: Uint8Array): undefined {
    if (value.byteLength > 0) this.take(value);
  }
}

/**
 * Writes record batches as one Arrow IPC stream and counts its bytes. The dictionaries stand before the first batch.
 */
export class StreamWriter {
  bytes = 0;
  private pending: Uint8Array[] = [];
  private readonly emit: (chunk: Uint8Array) => void;
  private readonly writer: RecordBatchStreamWriter;

  constructor(emit: (chunk: Uint8Array) => void) {
    this.emit = emit;
    this.writer = new RecordBatchStreamWriter({ autoDestroy: false });
    this.writer.reset(new DirectSink((chunk) => this.pending.push(chunk)) as never);
  }

  /** Writes one batch; gives the first byte after it. */
  write(batch: RecordBatch): number {
    this.writer.write(batch);
    this.flush();
    return this.bytes;
  }

  /** Ends the stream. */
  finish(): void {
    this.writer.finish();
    this.flush();
  }

  private flush(): void {
    const size = this.pending.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    const joined = new Uint8Array(size);
    let at = 0;
    for (const chunk of this.pending) {
      joined.set(chunk, at);
      at += chunk.byteLength;
    }
    this.pending = [];
    this.bytes += size;
    if (size > 0) this.emit(joined);
  }
}
