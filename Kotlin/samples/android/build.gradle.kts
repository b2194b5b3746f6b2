// The build of the sample. Never run by us: no Android build can be had where the SDK is made.
plugins {
    id("com.android.application") version "8.5.2"
    id("org.jetbrains.kotlin.android") version "1.9.23"
}

android {
    namespace = "org.xign.samples.android"
    compileSdk = 36
    defaultConfig {
        applicationId = "org.xign.samples.android"
        minSdk = 28
        targetSdk = 36
        versionCode = 1
        versionName = "1.0"
    }
    buildTypes {
        release {
            isMinifyEnabled = true
            proguardFiles(getDefaultProguardFile("proguard-android.txt"))
        }
    }
    sourceSets["main"].apply {
        manifest.srcFile("AndroidManifest.xml")
        kotlin.srcDir("kotlin")
        assets.srcDir("assets")
    }
}

dependencies {
    // Written by `make kotlin`. The key material of the manager goes into assets/key-material.json.
    implementation(files("../../../.build/kotlin/packages/xign-sdk-android-1.0.0-beta.1.aar"))
    implementation("org.jetbrains.kotlin:kotlin-stdlib:1.9.23")
}
