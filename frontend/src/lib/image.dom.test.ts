import { describe, expect, it, vi } from "vitest";
import { resizeImage } from "@/lib/image";

describe("resizeImage", () => {
  it("'re-encoded as JPEG at 0.7 quality', at most 800x600, transparent parts white", async () => {
    const drawn: unknown[] = [];
    vi.stubGlobal("createImageBitmap", async () => ({ width: 4000, height: 3000, close: () => undefined }));
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
      set fillStyle(color: string) {
        drawn.push(color);
      },
      fillRect: (...box: number[]) => drawn.push(box),
      drawImage: (_: unknown, ...box: number[]) => drawn.push(box),
    } as unknown as ImageBitmapRenderingContext);
    const encode = vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["j"])));

    const small = await resizeImage(new File(["x"], "foto.da.conta.png", { type: "image/png" }));

    expect(drawn).toEqual(["#fff", [0, 0, 800, 600], [0, 0, 800, 600]]);
    expect(encode).toHaveBeenCalledWith(expect.any(Function), "image/jpeg", 0.7);
    expect([small.name, small.type]).toEqual(["foto.da.conta.jpg", "image/jpeg"]);
    vi.unstubAllGlobals();
  });
});
