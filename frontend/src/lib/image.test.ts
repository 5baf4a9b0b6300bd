import { describe, expect, it } from "vitest";
import { imageProblem, sizeInside } from "@/lib/image";

const file = (type: string, megabytes: number) => new File([new Uint8Array(megabytes * 1024 * 1024)], "a", { type });

describe("'resized to at most 800x600'", () => {
  it.each([
    [4000, 3000, 800, 600],
    [4000, 1000, 800, 200],
    [1000, 4000, 150, 600],
    [640, 480, 640, 480],
    [10_000, 1, 800, 1],
  ])("%ix%i becomes %ix%i", (width, height, newWidth, newHeight) => {
    expect(sizeInside({ width, height })).toEqual({ width: newWidth, height: newHeight });
  });
});

describe("imageProblem", () => {
  it("takes pictures of up to 5 MB", () => {
    expect(imageProblem([file("image/png", 5)])).toBeNull();
  });

  it("refuses what is no picture", () => {
    expect(imageProblem([file("image/png", 1), file("text/plain", 1)])).toBe(
      "Um ou mais arquivos não são imagens válidas.",
    );
  });

  it("refuses what is too large, naming the limit in force", () => {
    expect(imageProblem([file("image/png", 6)])).toBe("Uma ou mais imagens excedem o tamanho máximo de 5MB.");
    expect(imageProblem([file("image/png", 3)], 0, { maxImageMb: 2 })).toBe(
      "Uma ou mais imagens excedem o tamanho máximo de 2MB.",
    );
  });

  it("refuses the eleventh: 'a maximum of 10 per account'", () => {
    expect(imageProblem([file("image/png", 1)], 9)).toBeNull();
    expect(imageProblem([file("image/png", 1)], 10)).toBe("No máximo 10 imagens por conta.");
    expect(imageProblem([file("image/png", 1)], 3, { maxImages: 3 })).toBe("No máximo 3 imagens por conta.");
  });
});
