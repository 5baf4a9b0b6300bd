import { fieldLabel, fieldProblems } from "@/shared/marketplace/field-names";

test("a field is named in Portuguese, its problem told letter for letter", () => {
  const errors = {
    price: ["The minimum price is 0.99 €."],
    title: ["The title field is required.", "Too short."],
    "account_data.outfits_count": ["Must be a number."],
    "image_urls.0": ["Not an image."],
    shelf_life: ["Unknown."],
  };

  expect(fieldProblems(errors)).toEqual([
    "Preço: The minimum price is 0.99 €.",
    "Título: The title field is required., Too short.",
    "Skins: Must be a number.",
    "Imagens: Not an image.",
    "shelf_life: Unknown.",
  ]);
});

test("a new field of a game is named as the marketplace writes it", () => {
  expect([fieldLabel("titles"), fieldLabel("new_thing")]).toEqual(["Títulos", "new thing"]);
});
